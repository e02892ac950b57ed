const { MALLOC_ARENA_MAX = '2', MALLOC_MMAP_THRESHOLD_ = '1048576' } = process.env;

/**
 * Environment variables with which glibc gives freed memory back (decision 106); those that are set already win. Without them,
 * a process that draws pictures holds twice as much, and each start of a tool copies its page tables.
 */
export const ALLOCATION = { MALLOC_ARENA_MAX, MALLOC_MMAP_THRESHOLD_ };
