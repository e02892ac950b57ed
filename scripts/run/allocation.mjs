const { MALLOC_ARENA_MAX = '2', MALLOC_MMAP_THRESHOLD_ = '1048576' } = process.env;

/**
 * Environment of Node processes that has glibc give freed memory back (decision 106). Otherwise, threads that draw pictures keep
 * hundreds of megabytes, and each start of a tool copies their page tables. Other C libraries ignore it.
 */
export const ALLOCATION = { MALLOC_ARENA_MAX, MALLOC_MMAP_THRESHOLD_ };
