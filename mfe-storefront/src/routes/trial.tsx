export { default } from '../features/trial/trial-page.tsx';
