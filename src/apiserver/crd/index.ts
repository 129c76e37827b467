export { createCatalogue } from './catalogue.js';
export { apiServiceObjects } from './api-services.js';
