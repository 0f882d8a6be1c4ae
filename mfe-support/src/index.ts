import('./remote.tsx');
