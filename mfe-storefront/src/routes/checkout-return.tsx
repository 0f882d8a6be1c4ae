export { default } from '../features/checkout-return/checkout-return-page.tsx';
