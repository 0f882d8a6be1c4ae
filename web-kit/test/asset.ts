/** In tests a file that the build would place somewhere is an address that nothing answers. */
export default '/assets/test-file';
