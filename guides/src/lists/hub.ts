import { listGuides } from '../list-guides.ts';
import { readGuides } from '../read-guides.ts';

export const { HUB_GUIDES } = listGuides(readGuides()).hub;
