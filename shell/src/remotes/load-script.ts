/**
 * Loads the entry file of a remote. The hash and `crossorigin` are those of the page's preload: with others the browser
 * would fetch the file twice. Fails when the file is missing or altered.
 */
export function loadScript(src: string, integrity: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.integrity = integrity;
    script.crossOrigin = 'anonymous';
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error(`${src} could not be loaded`));
    });
    document.head.append(script);
  });
}
