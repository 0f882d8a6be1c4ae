import './lazy-parts.ts';
import './start.tsx';
