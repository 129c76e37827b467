export { createCatalogue } from './catalogue.js';
export { CustomResource } from './custom-resource.js';
export { apiServiceObjects } from './api-services.js';
