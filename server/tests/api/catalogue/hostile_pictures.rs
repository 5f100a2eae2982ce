//! Files that are small and claim or unpack to be large, that end in the middle, or that are a picture and something
//! else. `faults/hostile-input` measures what they cost the built program; here is what becomes of them.

use std::io::Write as _;

use flate2::{Compression, write::ZlibEncoder};
use image::ImageFormat;

use crate::{
    catalogue::images::{file, get, key, quarters, send, uploaded},
    support::{Setup, with_shop},
};

const MIB: usize = 1024 * 1024;

fn chunk(kind: [u8; 4], content: &[u8]) -> Vec<u8> {
    let mut sum = flate2::Crc::new();
    sum.update(&kind);
    sum.update(content);
    let length = u32::try_from(content.len()).unwrap().to_be_bytes();
    [&length[..], &kind, content, &sum.sum().to_be_bytes()].concat()
}

fn packed(bytes_of_zero: usize) -> Vec<u8> {
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::best());
    let part = vec![0; 64 * 1024];
    for _ in 0..bytes_of_zero.div_ceil(part.len()) {
        packer.write_all(&part).unwrap();
    }
    packer.finish().unwrap()
}

/// A PNG of these dimensions, `depth` bits of `colour`, whose pixels unpack to so many bytes, with other chunks in
/// front.
fn png(side: u32, depth: u8, colour: u8, pixels: usize, before: &[Vec<u8>]) -> Vec<u8> {
    let head = [&side.to_be_bytes()[..], &side.to_be_bytes(), &[depth, colour, 0, 0, 0]].concat();
    let chunks =
        [chunk(*b"IHDR", &head), before.concat(), chunk(*b"IDAT", &packed(pixels)), chunk(*b"IEND", b"")];
    [&b"\x89PNG\r\n\x1a\n"[..], &chunks.concat()].concat()
}

fn webp(side: u32) -> Vec<u8> {
    let mut bytes = file(quarters(8, 8), ImageFormat::WebP);
    let canvas = [&[0u8; 4][..], &(side - 1).to_le_bytes()[..3], &(side - 1).to_le_bytes()[..3]].concat();
    let mut extended = b"VP8X\x0a\0\0\0".to_vec();
    extended.extend(canvas);
    bytes.splice(12..12, extended);
    let length = u32::try_from(bytes.len() - 8).unwrap().to_le_bytes();
    bytes[4..8].copy_from_slice(&length);
    bytes
}

fn jpeg(side: u16) -> Vec<u8> {
    let mut bytes = file(quarters(16, 16), ImageFormat::Jpeg);
    let frame = bytes.windows(2).position(|pair| pair == [0xFF, 0xC0]).unwrap();
    bytes[frame + 5..frame + 7].copy_from_slice(&side.to_be_bytes());
    bytes[frame + 7..frame + 9].copy_from_slice(&side.to_be_bytes());
    bytes
}

#[tokio::test]
async fn what_unpacks_to_more_than_a_picture_is_refused() {
    with_shop(Setup::sqlite(), async |shop| {
        let admin = shop.admin().await;
        let key = key(&admin).await;
        let profile = |size: usize| chunk(*b"iCCP", &[&b"a\0\0"[..], &packed(size)].concat());
        let note = |size: usize| chunk(*b"zTXt", &[&b"Comment\0\0"[..], &packed(size)].concat());
        let cases: Vec<(&str, Vec<u8>)> = vec![
            ("a PNG of 65,535 squared", png(65_535, 8, 2, MIB, &[])),
            ("a PNG of 2³¹−1 squared", png(0x7FFF_FFFF, 8, 6, MIB, &[])),
            ("a PNG of no size", png(0, 8, 2, 0, &[])),
            ("a PNG of 4096 squared in 16 bits", png(4_096, 16, 6, MIB, &[])),
            ("a PNG with fewer pixels than it says", png(4_096, 8, 2, MIB, &[])),
            ("a WebP of 16,384 squared", webp(16_384)),
            ("a WebP of 4097 squared", webp(4_097)),
            ("a JPEG of 65,535 squared", jpeg(65_535)),
            ("a JPEG of no size", jpeg(0)),
            ("a GIF of 65,535 squared", b"GIF89a\xff\xff\xff\xff\xf7\0\0;".to_vec()),
            ("half a WebP", {
                let whole = file(quarters(90, 70), ImageFormat::WebP);
                whole[..whole.len() / 2].to_vec()
            }),
        ];
        for (what, bytes) in cases {
            assert!(bytes.len() < 5 * MIB);
            let answer = send(shop, &key, &bytes).await;
            assert!(matches!(answer.status, 415 | 422), "{what}: {}", answer.text);
            assert!(answer.body["detail"].as_str().unwrap().len() > 20, "{what} without a sentence");
        }
        // The server does not unpack large metadata in full, and still accepts the picture.
        for beside in [profile(20 * MIB), note(20 * MIB)] {
            let with_it = png(64, 8, 2, 64 * (64 * 3 + 1), &[beside]);
            uploaded(shop, &admin, &with_it).await;
        }
    })
    .await;
}

#[tokio::test]
async fn a_picture_that_is_something_else_too_is_only_a_picture_afterwards() {
    with_shop(Setup::sqlite(), async |shop| {
        let admin = shop.admin().await;
        let picture = quarters(70, 90);
        let evil = b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'><?php system($_GET[0]); ?><script>alert(1)</script>";
        let text = |kind: [u8; 4]| chunk(kind, &[b"Comment\0", &evil[..]].concat());
        let plain = file(picture.clone(), ImageFormat::Png);
        let with_text = [&plain[..33], &text(*b"tEXt"), &text(*b"prVt"), &plain[33..]].concat();
        let jpeg = file(picture.clone(), ImageFormat::Jpeg);
        let length = u16::try_from(evil.len() + 2).unwrap().to_be_bytes();
        let with_comment = [&jpeg[..2], &[0xFF, 0xFE], &length, &evil[..], &jpeg[2..]].concat();
        let mut with_xmp = file(picture, ImageFormat::WebP);
        with_xmp.extend([&b"XMP "[..], &u32::try_from(evil.len()).unwrap().to_le_bytes(), evil].concat());
        let length = u32::try_from(with_xmp.len() - 8).unwrap().to_le_bytes();
        with_xmp[4..8].copy_from_slice(&length);
        let archive = [&plain[..], b"PK\x03\x04", evil, b"PK\x05\x06"].concat();
        for (what, sent) in [("PNG", with_text), ("JPEG", with_comment), ("WebP", with_xmp), ("PNG and ZIP", archive)] {
            assert!(sent.windows(evil.len()).any(|part| part == evil));
            let path = uploaded(shop, &admin, &sent).await;
            for name in ["350.webp", "700.webp", "1600.webp"] {
                let answer = get(shop, &path.replace("350.webp", name)).await;
                for trace in [&b"<svg"[..], b"<?php", b"<script", b"PK\x03\x04", b"Comment"] {
                    assert!(!answer.bytes.windows(trace.len()).any(|part| part == trace), "{what}: {name}");
                }
                assert_eq!(answer.header("content-type"), "image/webp");
                assert_eq!(answer.header("x-content-type-options"), "nosniff");
                assert!(answer.header("content-security-policy").contains("sandbox"));
            }
        }
    })
    .await;
}
