import { listGuides } from '../list-guides.ts';
import { readGuides } from '../read-guides.ts';

export const { TOOL_GUIDES } = listGuides(readGuides()).tools;
