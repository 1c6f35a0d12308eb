export type ContentStatus = 'DRAFT' | 'PUBLISHED' | 'ARCHIVED';
export const contentStatuses: readonly ContentStatus[] = ['DRAFT', 'PUBLISHED', 'ARCHIVED'];
