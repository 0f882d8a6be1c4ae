import { listGuides } from '../list-guides.ts';
import { readGuides } from '../read-guides.ts';

export const { GUIDE_SLUGS } = listGuides(readGuides()).slugs;
