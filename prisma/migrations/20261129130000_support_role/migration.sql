-- Members who help cardholders and customers: more than a viewer, less than a developer.
ALTER TYPE "role" ADD VALUE 'support' BEFORE 'viewer';
