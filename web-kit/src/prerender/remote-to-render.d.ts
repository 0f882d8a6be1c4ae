declare module 'remote-to-render' {
  const remote: unknown;
  export default remote;
}
