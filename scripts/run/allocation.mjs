const SETTINGS = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_TRIM_THRESHOLD_: '33554432',
  MALLOC_TOP_PAD_: '4194304',
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
};

/**
 * Environment variables with which glibc gives large buffers back and keeps small ones (decision 106); those that are set already
 * win. Without them, a process that draws pictures holds twice as much, and each start of a tool copies its page tables.
 */
export const ALLOCATION = Object.fromEntries(
  Object.entries(SETTINGS).map(([name, value]) => [name, process.env[name] ?? value]),
);
