// A library for LD_PRELOAD that keeps what SQLite's files would be after a power loss, in the folder POWER_LOSS_COPY. A
// write reaches the copy when its file is synchronised. One write in four reaches it at once, because a disk may store
// writes in any order. With POWER_LOSS_IGNORE_SYNC, synchronising does nothing: then orders must be lost.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#define FILES 8
#define DESCRIPTORS 65536
#define NAME "trowel.sqlite"

struct range { off_t start; size_t length; };
struct file { char name[64]; int copy; struct range *dirty; size_t count, room; };

static struct file files[FILES];
static unsigned char file_of[DESCRIPTORS]; // index + 1, 0 for files that are not observed
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned seed;

#define REAL(name, ...) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))(__VA_ARGS__)

static void fail(const char *what) { perror(what); abort(); }

static void copy_range(struct file *file, int fd, off_t start, size_t length) {
  char part[65536];
  while (length > 0) {
    ssize_t got = pread(fd, part, length < sizeof part ? length : sizeof part, start);
    if (got <= 0) return; // the file is shorter by now
    if (REAL(pwrite, file->copy, part, (size_t)got, start) != got) fail("power-loss copy");
    start += got;
    length -= (size_t)got;
  }
}

static void match_size(struct file *file, int fd) {
  struct stat now;
  if (fstat(fd, &now) || REAL(ftruncate, file->copy, now.st_size)) fail("power-loss size");
}

// The name of the copy, NULL for files that are not observed. SQLite makes the file -shm again when it opens the
// database.
static const char *copy_of(const char *path, char target[4096]) {
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *folder = getenv("POWER_LOSS_COPY");
  if (!folder || strncmp(name, NAME, strlen(NAME)) || strstr(name, "-shm") || strlen(name) >= 64) return NULL;
  snprintf(target, 4096, "%s/%s", folder, name);
  return target + strlen(folder) + 1;
}

static struct file *named(const char *name) {
  for (int n = 0; n < FILES; n++)
    if (!strcmp(files[n].name, name)) return &files[n];
  return NULL;
}

static void observe(int fd, const char *path) {
  char target[4096];
  if (fd < 0 || fd >= DESCRIPTORS) return;
  file_of[fd] = 0;
  const char *name = copy_of(path, target);
  if (!name) return;
  pthread_mutex_lock(&lock);
  struct file *file = named(name);
  if (!file) {
    file = named("");
    if (!file) fail("power-loss files");
    file->copy = REAL(open, target, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file->copy < 0) fail(target);
    strcpy(file->name, name);
    int whole = REAL(open, path, O_RDONLY | O_CLOEXEC);
    copy_range(file, whole, 0, SIZE_MAX);
    match_size(file, whole);
    REAL(close, whole);
  }
  file_of[fd] = (unsigned char)(file - files + 1);
  pthread_mutex_unlock(&lock);
}

static struct file *find(int fd) {
  return fd >= 0 && fd < DESCRIPTORS && file_of[fd] ? &files[file_of[fd] - 1] : NULL;
}

static void wrote(struct file *file, int fd, off_t start, ssize_t length) {
  if (length <= 0) return;
  if (rand_r(&seed) % 4 == 0) {
    copy_range(file, fd, start, (size_t)length);
    return;
  }
  if (file->count == file->room) {
    file->room = file->room ? 2 * file->room : 1024;
    file->dirty = realloc(file->dirty, file->room * sizeof *file->dirty);
    if (!file->dirty) fail("power-loss ranges");
  }
  file->dirty[file->count++] = (struct range){start, (size_t)length};
}

static int synchronise(struct file *file, int fd) {
  if (getenv("POWER_LOSS_IGNORE_SYNC")) return 0;
  pthread_mutex_lock(&lock);
  for (size_t n = 0; n < file->count; n++) copy_range(file, fd, file->dirty[n].start, file->dirty[n].length);
  file->count = 0;
  match_size(file, fd);
  pthread_mutex_unlock(&lock);
  return 0;
}

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    va_list rest; \
    va_start(rest, flags); \
    int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, int) : 0; \
    va_end(rest); \
    int fd = ((int (*)(const char *, int, ...))dlsym(RTLD_NEXT, #name))(path, flags, mode); \
    observe(fd, path); \
    return fd; \
  }
OPEN(open)
OPEN(open64)

#define WRITE_AT(name) \
  ssize_t name(int fd, const void *bytes, size_t length, off_t start) { \
    struct file *file = find(fd); \
    if (!file) return REAL(name, fd, bytes, length, start); \
    pthread_mutex_lock(&lock); \
    ssize_t result = REAL(name, fd, bytes, length, start); \
    wrote(file, fd, start, result); \
    pthread_mutex_unlock(&lock); \
    return result; \
  }
WRITE_AT(pwrite)
WRITE_AT(pwrite64)

ssize_t write(int fd, const void *bytes, size_t length) {
  struct file *file = find(fd);
  return file ? pwrite(fd, bytes, length, lseek(fd, (off_t)length, SEEK_CUR) - (off_t)length) : REAL(write, fd, bytes, length);
}

int close(int fd) {
  if (fd >= 0 && fd < DESCRIPTORS) file_of[fd] = 0;
  return REAL(close, fd);
}

int unlink(const char *path) {
  char target[4096];
  const char *name = copy_of(path, target);
  struct file *file = name ? named(name) : NULL;
  if (file) {
    REAL(unlink, target);
    REAL(close, file->copy);
    file->name[0] = 0;
    file->count = 0;
  }
  return REAL(unlink, path);
}

int fsync(int fd) {
  struct file *file = find(fd);
  return file ? synchronise(file, fd) : REAL(fsync, fd);
}

int fdatasync(int fd) {
  struct file *file = find(fd);
  return file ? synchronise(file, fd) : REAL(fdatasync, fd);
}
