//! Settings of pictures: where uploads are stored, and which other hosts may provide pictures.

use std::path::Path;

use clap::Args;

use crate::{base::config::non_blank, clients::object_store, values::url::parse_host};

#[derive(Args, Clone)]
#[command(next_help_heading = "Pictures")]
pub struct ImageArgs {
    /// Other hosts from which tools may have pictures, separated by commas
    #[arg(long, env = "TROWEL_IMAGE_HOSTS", value_delimiter = ',')]
    pub image_hosts: Vec<String>,
    /// s3://bucket/prefix to store uploaded pictures there instead of in the data folder
    #[arg(long, env = "TROWEL_IMAGE_STORE")]
    pub image_store: Option<String>,
}

impl ImageArgs {
    pub fn check_hosts(&self, faults: &mut Vec<String>) -> Vec<String> {
        let given = self.image_hosts.iter().filter_map(|host| non_blank(Some(host)));
        let (known, unknown): (Vec<_>, Vec<_>) =
            given.map(|text| parse_host(&text).ok_or(text)).partition(Result::is_ok);
        faults.extend(unknown.into_iter().filter_map(Result::err).map(|text| {
            format!(
                "TROWEL_IMAGE_HOSTS contains {text:?}. Use only host names, separated by commas, for example i.example.com."
            )
        }));
        known.into_iter().filter_map(Result::ok).collect()
    }
}

/// The bucket of the setting, or the folder `images` of the data folder.
pub fn check_store(
    setting: Option<&str>,
    data: &Path,
    faults: &mut Vec<String>,
) -> object_store::StorageLocation {
    let folder = object_store::StorageLocation::Folder(data.join("images"));
    let Some(address) = non_blank(setting) else { return folder };
    let is_bucket = reqwest::Url::parse(&address)
        .is_ok_and(|url| url.scheme() == "s3" && url.has_host() && url.query().is_none());
    #[cfg(feature = "s3")]
    if is_bucket {
        return object_store::StorageLocation::Bucket(address);
    }
    faults.push(if is_bucket {
        "TROWEL_IMAGE_STORE is set, but this program was built without support for buckets. Build it with `--features s3`, \
         or remove the setting to store pictures in the data folder."
            .to_owned()
    } else {
        format!("TROWEL_IMAGE_STORE is {address:?}. Use bucket and prefix, for example s3://trowel-pictures/shop.")
    });
    folder
}

#[cfg(test)]
mod tests {
    use crate::base::config::{RunMode, tests::checked};

    #[test]
    fn image_hosts_are_bare_names() {
        let hosts =
            |hosts| checked(RunMode::Serve, &["--public-url=http://127.0.0.1", "--image-hosts", hosts]);
        assert_eq!(
            hosts("i.example.com, Pictures.Example.org ,,bücher.example").unwrap().image_hosts,
            ["i.example.com", "pictures.example.org", "xn--bcher-kva.example"]
        );
        assert!(hosts("").unwrap().image_hosts.is_empty());
        for bad in [
            "https://i.example.com",
            "i.example.com:8443",
            "i.example.com/a",
            "*.example.com",
            "a b",
            "u@a.ca",
            "a.ca;",
            "'self'",
        ] {
            let faults = hosts(bad).unwrap_err();
            assert!(faults[0].contains("TROWEL_IMAGE_HOSTS") && faults[0].contains(bad), "{faults:?}");
        }
    }
}
