export { default } from '../features/success/payment-page.tsx';
