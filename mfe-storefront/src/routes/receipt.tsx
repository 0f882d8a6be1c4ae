export { default } from '../features/receipt/receipt-page.tsx';
