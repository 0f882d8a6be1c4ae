import { shell } from '@leadping/web-kit/build/rspack';

export default shell(import.meta.dirname);
