export { default } from '../features/withdrawal/withdrawal-page.tsx';
