import { paths } from "../../../pages.ts";
import { gardener } from "./portfolio.texts.en.ts";

interface Project {
  title: string;
  text: string;
  /** A page of this shop, so that the link works. */
  link: string;
}

/** A fictional gardener. The domain of the e-mail is reserved for examples. */
export const GARDENER = {
  name: "Wilhelmina Fernsby",
  email: "wilhelmina.fernsby@example.com",
  education: [gardener.diploma, gardener.certificate],
  skills: Object.values(gardener.skills),
  projects: [
    { ...gardener.catalogue, link: paths.tools },
    { ...gardener.notes, link: paths.blogs },
    { ...gardener.visitorsBook, link: paths.reviews },
  ] satisfies Project[],
};
