//! deploy/Containerfile: what it copies is in the build context, at its place, and is all that the stages read.

use std::path::{Component, Path};

use super::{
    read, root,
    source::{Source, files},
};

/// The repository's root in the stages.
const SOURCES: &str = "/src";

struct Stage {
    name: String,
    copies: Vec<Copy>,
}

struct Copy {
    /// The stage whose files are copied, instead of the build context's.
    from: Option<String>,
    sources: Vec<String>,
    target: String,
}

#[test]
fn the_container_copies_what_exists_and_all_that_it_reads() {
    let stages = stages(&read("deploy/Containerfile"));
    let ignored = read(".dockerignore");
    let is_folder = |path: &str| root().join(path).is_dir();
    let exists = |path: &str| root().join(path).exists();
    let mut faults = misplaced(&stages, &is_folder);
    faults.extend(copies_of_nothing(&stages, &ignored, &exists));
    let web = stages.iter().find(|stage| stage.name == "web").expect("stage web");
    let mut sources = files(&root(), "web", &[".ts", ".tsx", ".css"]);
    sources.retain(|source| !source.path.contains(".test.") && !source.path.starts_with("web/e2e/"));
    faults.extend(sources.iter().flat_map(|source| reads_outside(source, web, &exists)));
    let packages = stages.iter().find(|stage| stage.name == "packages").expect("stage packages");
    faults.extend(members_without_manifest(&read("Cargo.toml"), packages));
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

#[test]
fn the_container_has_the_projects_toolchain() {
    let toolchain = read("rust-toolchain.toml");
    let version = toolchain.lines().find_map(|line| line.strip_prefix("channel = ")).expect("a channel");
    let containerfile = read("deploy/Containerfile");
    for line in ["ARG RUST=docker.io/library/rust:VERSION-bookworm", "ENV RUSTUP_TOOLCHAIN=VERSION"] {
        let line = line.replace("VERSION", version.trim_matches('"'));
        assert!(containerfile.lines().any(|has| has == line), "Containerfile lacks {line:?}");
    }
}

fn stages(containerfile: &str) -> Vec<Stage> {
    let mut stages: Vec<Stage> = Vec::new();
    let mut folder = String::new();
    for line in containerfile.replace("\\\n", " ").lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["FROM", .., "AS", name] => stages.push(Stage { name: (*name).into(), copies: Vec::new() }),
            ["FROM", ..] => stages.push(Stage { name: String::new(), copies: Vec::new() }),
            ["WORKDIR", path] => folder = (*path).into(),
            ["COPY", rest @ ..] => {
                let (options, paths): (Vec<&str>, Vec<&str>) =
                    rest.iter().partition(|word| word.starts_with("--"));
                let (target, sources) = paths.split_last().expect("a target");
                let from = options.iter().find_map(|option| option.strip_prefix("--from="));
                let target = Path::new(&folder).join(target).to_string_lossy().into_owned();
                let sources = sources.iter().map(|source| (*source).to_owned()).collect();
                let copy = Copy { from: from.map(str::to_owned), sources, target };
                stages.last_mut().expect("a stage").copies.push(copy);
            }
            _ => {}
        }
    }
    stages
}

fn copies_of_nothing(stages: &[Stage], ignored: &str, exists: &dyn Fn(&str) -> bool) -> Vec<String> {
    let mut faults = Vec::new();
    for (number, stage) in stages.iter().enumerate() {
        for copy in &stage.copies {
            let Some(from) = &copy.from else {
                let missing = copy.sources.iter().filter(|path| !exists(path) || is_ignored(path, ignored));
                faults.extend(missing.map(|path| format!("{path} is copied, and not in the build context")));
                continue;
            };
            if !stages[..number].iter().any(|earlier| earlier.name == *from) {
                faults.push(format!("{from} is not an earlier stage"));
            }
        }
    }
    faults
}

/// Whether a line of `.dockerignore` leaves out this path. Lines are folders, files, `**/name` and `*.ending`.
fn is_ignored(path: &str, ignored: &str) -> bool {
    ignored.lines().any(|line| match (line.strip_prefix("**/"), line.strip_prefix('*')) {
        (Some(name), _) => path.split('/').any(|part| part == name),
        (_, Some(ending)) => !path.contains('/') && path.ends_with(ending),
        _ => path == line || path.strip_prefix(line).is_some_and(|rest| rest.starts_with('/')),
    })
}

/// Relative paths between files lead to them only if each file has the same place as in the repository.
fn misplaced(stages: &[Stage], is_folder: &dyn Fn(&str) -> bool) -> Vec<String> {
    let copies = stages.iter().flat_map(|stage| &stage.copies).filter(|copy| copy.from.is_none());
    copies
        .flat_map(|copy| copy.sources.iter().map(move |source| (source, &copy.target)))
        .filter_map(|(source, target)| {
            let name = source.rsplit('/').next().unwrap_or(source);
            let into_folder = !is_folder(source) && (target.ends_with('/') || target.ends_with("/."));
            let place = normal(&if into_folder { format!("{target}/{name}") } else { target.clone() });
            let wanted = normal(&format!("{SOURCES}/{source}"));
            (place != wanted).then(|| format!("{source} is copied to {place} instead of {wanted}"))
        })
        .collect()
}

/// Files outside web/ that a file of the web app's build names, and that the stage does not copy.
fn reads_outside(source: &Source, web: &Stage, exists: &dyn Fn(&str) -> bool) -> Vec<String> {
    let folder = source.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let named = source.text.split(['"', '\'', '`']).filter(|text| text.starts_with("../"));
    named
        .filter_map(|text| {
            // A module's path starts at its file, the path of a file that is read starts at web/.
            let places = [folder, "web"].map(|from| normal(&format!("{from}/{text}")));
            places.into_iter().find(|path| exists(path)).filter(|path| !path.starts_with("web/"))
        })
        .filter(|path| {
            let copied = || web.copies.iter().flat_map(|copy| &copy.sources);
            !copied().any(|copied| path == copied || path.starts_with(&format!("{copied}/")))
        })
        .map(|path| format!("{} reads {path}, which the stage {} does not copy", source.path, web.name))
        .collect()
}

fn members_without_manifest(manifest: &str, packages: &Stage) -> Vec<String> {
    let members = manifest.lines().find_map(|line| line.strip_prefix("members = ")).expect("members");
    let members = members.split('"').skip(1).step_by(2).map(|member| format!("{member}/Cargo.toml"));
    let copied: Vec<_> = packages.copies.iter().flat_map(|copy| &copy.sources).collect();
    members
        .filter(|path| !copied.contains(&path))
        .map(|path| format!("the stage {} does not copy {path}", packages.name))
        .collect()
}

/// The path without `.` and `..`.
fn normal(path: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    for component in Path::new(path).components() {
        match component {
            Component::ParentDir => drop(parts.pop()),
            Component::Normal(part) => parts.push(part.to_string_lossy().into_owned()),
            _ => {}
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONTAINERFILE: &str = "FROM a AS web\nWORKDIR /src/web\nCOPY web/package.json \\\n web/gone.json ./\nCOPY web .\n\
                                 FROM b AS packages\nWORKDIR /src\nCOPY db/Cargo.toml db/\nCOPY .env .env\n\
                                 FROM c\nCOPY --from=sewer /a /b\n";

    #[test]
    fn a_copy_of_nothing_is_caught() {
        let exists = |path: &str| path != "web/gone.json";
        let faults = copies_of_nothing(&stages(CONTAINERFILE), "target\n.env\n", &exists);
        assert_eq!(faults.len(), 3, "{faults:?}");
        assert!(is_ignored("web/node_modules/x", "**/node_modules") && is_ignored("x.log", "*.log"));
        assert!(!is_ignored("database/x", "data") && is_ignored("data/x", "data"));
    }

    #[test]
    fn a_file_at_another_place_is_caught() {
        let is_folder = |path: &str| path == "web";
        assert_eq!(misplaced(&stages(CONTAINERFILE), &is_folder), Vec::<String>::new());
        let moved = CONTAINERFILE.replace("COPY web .", "COPY web ./web").replace("db/\n", "./\n");
        assert_eq!(misplaced(&stages(&moved), &is_folder).len(), 2);
    }

    #[test]
    fn a_file_that_is_read_and_not_copied_is_caught() {
        let stages = stages(CONTAINERFILE);
        let faults = |path: &str, text: &str| {
            let exists = |path: &str| ["openapi.json", "web/src/a.ts", "art/b.svg"].contains(&path);
            reads_outside(&Source::plain(path, text), &stages[0], &exists).len()
        };
        assert_eq!(faults("web/vite.config.ts", "openapi30(\"../openapi.json\")"), 1);
        assert_eq!(faults("web/build/openapi.ts", "read('../openapi.json')"), 1);
        assert_eq!(faults("web/src/ui/b.css", "url(\"../../../art/b.svg\")"), 1);
        assert_eq!(faults("web/src/ui/c.ts", "import \"../a.ts\""), 0);
    }

    #[test]
    fn a_member_without_manifest_is_caught() {
        let stages = stages(CONTAINERFILE);
        assert_eq!(members_without_manifest("members = [\"db\", \"bench\"]\n", &stages[1]).len(), 1);
    }
}
