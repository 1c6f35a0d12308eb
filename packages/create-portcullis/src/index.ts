export { CannotCreate, createProject, type NewProject } from './create-project.ts';
export { projectFiles, type ProjectSettings } from './project-files.ts';
