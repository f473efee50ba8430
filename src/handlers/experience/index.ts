import type { Toolset } from '../tool/catalog.ts';
import exportExperiences from './export-experiences.ts';
import getExperience from './get-experience.ts';
import healthCheck from './health-check.ts';
import importData from './import-data.ts';
import recordExperience from './record-experience.ts';
import searchExperiences from './search-experiences.ts';
import tagExperience from './tag-experience.ts';
import updateExperience from './update-experience.ts';

const toolset: Toolset = {
  name: 'experience',
  title: 'Experience',
  tools: [
    recordExperience,
    searchExperiences,
    getExperience,
    updateExperience,
    tagExperience,
    exportExperiences,
    importData,
    healthCheck,
  ],
};

export default toolset;
