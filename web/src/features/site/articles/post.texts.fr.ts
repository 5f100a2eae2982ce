import type { texts as english } from "./post.texts.en.ts";

export const texts: typeof english = {
  blogs: "Blogue",
  post: "Article",
  loading: "Chargement de l’article",
  missing: "Nous n’avons pas cet article",
  missingExplanation: "Il a peut-être été retiré, ou le lien est erroné.",
};
