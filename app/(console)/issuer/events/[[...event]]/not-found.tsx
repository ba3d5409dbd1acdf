import { MissingPage } from "#components/console/missing-page.tsx";

// Here and not beside the layout: from there, every page of the console would carry it.
export default MissingPage;
