//! The files that a program sees inside its mount namespace.

use std::{
    ffi::{CStr, CString},
    fs::{self, File, Permissions},
    io::{self, Read},
    os::unix::fs::{DirBuilderExt, PermissionsExt, symlink},
    path::{Path, PathBuf},
};

use rustix::{
    fs::chown,
    mount::{
        MountFlags, MountPropagationFlags, UnmountFlags, mount, mount_bind, mount_bind_recursive,
        mount_change, mount_remount, unmount,
    },
    process::{Gid, Uid, chdir, pivot_root},
};

use super::config::{DEVICES, SYSTEM_FOLDERS};
use crate::{command::ProgramCommand, limits::FOLDER_FILES};

/// The folder of POSIX shared memory and semaphores.
pub const SHARED_MEMORY: &str = "/dev/shm";

/// The mount point of the old root while the new one is built.
const OLD_ROOT: &str = "/old-root";

/// Size limit of the new root itself, which holds only mount points and links.
const ROOT_BYTES: u64 = 4 << 20;

/// Replaces the root of this process by a read-only one with the files visible to the program and a
/// writable folder of limited size. The process must have its own mount namespace.
pub fn replace_root(
    command: &ProgramCommand,
    folder_bytes: u64,
    user: Option<u32>,
) -> io::Result<()> {
    mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)?;
    // Any folder that exists on every system.
    let base = "/usr";
    mount_tmpfs(Path::new(base), ROOT_BYTES)?;
    chdir(base)?;
    fs::create_dir(format!("{base}{OLD_ROOT}"))?;
    pivot_root(".", OLD_ROOT.trim_start_matches('/'))?;
    chdir("/")?;
    // Opened while the old /proc is there, and read once everything is mounted.
    let mount_table = File::open(in_old_root(Path::new("/proc/self/mountinfo")))?;
    show_system()?;
    make_devices()?;
    fs::create_dir("/proc")?;
    // Fails in containers that hide parts of /proc. Most programs work without it.
    let proc_flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    let _ = mount("proc", "/proc", "proc", proc_flags, None::<&CStr>);
    let folder = command.folder_path();
    let mut writable = vec![folder.to_owned(), SHARED_MEMORY.into()];
    let folders = [Some(Path::new(SHARED_MEMORY)), command.folder.is_none().then_some(folder)];
    make_writable_folders(folders.into_iter().flatten(), folder_bytes, user)?;
    for bind in command.sandbox.iter().flat_map(|sandbox| &sandbox.binds) {
        // The path may have been removed since the program was prepared.
        if mount_from_old_root(&bind.source, &bind.target).is_ok() && bind.is_writable {
            writable.push(bind.target.clone());
        }
    }
    if let Some(folder) = command.working_dir() {
        fs::create_dir_all(folder)?;
    }
    make_read_only(mount_table, &writable)?;
    unmount(OLD_ROOT, UnmountFlags::DETACH)?;
    chdir(command.working_dir().unwrap_or(folder))?;
    Ok(())
}

fn mount_tmpfs(target: &Path, bytes: u64) -> io::Result<()> {
    let options = CString::new(format!("size={bytes},nr_inodes={FOLDER_FILES},mode=755"))?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV;
    Ok(mount("tmpfs", target, "tmpfs", flags, Some(options.as_c_str()))?)
}

/// Makes folders writable for this user. They share one file system, so that its limits hold for
/// all of them together.
fn make_writable_folders<'a>(
    folders: impl Iterator<Item = &'a Path>,
    bytes: u64,
    user: Option<u32>,
) -> io::Result<()> {
    let parent = Path::new("/writable");
    fs::create_dir(parent)?;
    mount_tmpfs(parent, bytes)?;
    for folder in folders {
        let part = parent.join(folder.file_name().unwrap_or_default());
        fs::DirBuilder::new().mode(0o700).create(&part)?;
        if let Some(user) = user {
            chown(&part, Some(Uid::from_raw(user)), Some(Gid::from_raw(user)))?;
        }
        fs::create_dir_all(folder)?;
        mount_bind(&part, folder)?;
    }
    unmount(parent, UnmountFlags::DETACH)?;
    fs::remove_dir(parent)
}

fn show_system() -> io::Result<()> {
    for folder in SYSTEM_FOLDERS.map(Path::new) {
        let old = in_old_root(folder);
        if let Ok(target) = fs::read_link(&old) {
            symlink(target, folder)?;
        } else if old.is_dir() {
            mount_from_old_root(folder, folder)?;
        }
    }
    Ok(())
}

fn make_devices() -> io::Result<()> {
    fs::create_dir("/dev")?;
    for device in DEVICES.map(Path::new) {
        mount_from_old_root(device, device)?;
    }
    for (name, target) in [("fd", "fd"), ("stdin", "fd/0"), ("stdout", "fd/1"), ("stderr", "fd/2")]
    {
        symlink(format!("/proc/self/{target}"), Path::new("/dev").join(name))?;
    }
    Ok(())
}

/// Mounts a file or folder of the old root, writable until [`make_read_only`].
fn mount_from_old_root(source: &Path, target: &Path) -> io::Result<()> {
    let source = in_old_root(source);
    let is_folder = fs::metadata(&source)?.is_dir();
    if !target.exists() {
        fs::create_dir_all(if is_folder { target } else { target.parent().unwrap_or(target) })?;
        if !is_folder {
            File::create(target)?.set_permissions(Permissions::from_mode(0o600))?;
        }
    }
    Ok(mount_bind_recursive(source, target)?)
}

fn in_old_root(path: &Path) -> PathBuf {
    Path::new(OLD_ROOT).join(path.strip_prefix("/").unwrap_or(path))
}

/// Makes every mount read-only, except those at and below the writable paths.
fn make_read_only(mut mount_table: File, writable: &[PathBuf]) -> io::Result<()> {
    let mut text = Vec::new();
    mount_table.read_to_end(&mut text)?;
    for line in text.split(|byte| *byte == b'\n') {
        let fields: Vec<&[u8]> = line.split(|byte| *byte == b' ').collect();
        // The mount point and its options; see proc(5).
        let (Some(path), Some(options)) = (fields.get(4), fields.get(5)) else { continue };
        let path = unescape(path);
        if path.starts_with(OLD_ROOT) {
            continue;
        }
        let mut flags = MountFlags::BIND | MountFlags::NOSUID | kept_flags(options);
        if !writable.iter().any(|folder| path.starts_with(folder)) {
            flags |= MountFlags::RDONLY;
        }
        if !path.starts_with("/dev") {
            flags |= MountFlags::NODEV;
        }
        match mount_remount(&path, flags, c"") {
            // A mount covered by another one can't be reached, neither by us nor by the program.
            Ok(()) | Err(rustix::io::Errno::INVAL | rustix::io::Errno::NOENT) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// The flags of a mount that were set outside: the kernel doesn't let us clear them.
fn kept_flags(options: &[u8]) -> MountFlags {
    let known: [(&[u8], MountFlags); 6] = [
        (b"ro", MountFlags::RDONLY),
        (b"nodev", MountFlags::NODEV),
        (b"noexec", MountFlags::NOEXEC),
        (b"noatime", MountFlags::NOATIME),
        (b"nodiratime", MountFlags::NODIRATIME),
        (b"relatime", MountFlags::RELATIME),
    ];
    let has = |name: &[u8]| options.split(|byte| *byte == b',').any(|option| option == name);
    known
        .into_iter()
        .filter(|(name, _)| has(name))
        .fold(MountFlags::empty(), |flags, (_, flag)| flags | flag)
}

/// Decodes octal escapes of the mount table, such as `\040` for a space.
fn unescape(path: &[u8]) -> PathBuf {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
    let mut decoded = Vec::with_capacity(path.len());
    let mut rest = path;
    while let Some((&byte, after)) = rest.split_first() {
        let octal = after
            .get(..3)
            .filter(|_| byte == b'\\')
            .and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 8).ok());
        decoded.push(octal.unwrap_or(byte));
        rest = if octal.is_some() { &after[3..] } else { after };
    }
    OsStr::from_bytes(&decoded).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_the_mount_table_are_decoded() {
        assert_eq!(unescape(br"/a\040b\134c"), Path::new(r"/a b\c"));
        assert_eq!(unescape(br"/plain\"), Path::new(r"/plain\"));
    }
}
