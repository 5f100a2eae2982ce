import { PageTitle } from "../../ui/PageTitle.tsx";
import { ARTICLES } from "./articles.ts";

export default function BlogsPage() {
  return (
    <div className="measure py-12 lg:py-16">
      <PageTitle>Blogs</PageTitle>
      <h1 className="text-title">Blogs</h1>
      <p className="mt-4 max-w-prose text-lead text-quiet">
        Five questions about the tools this shop itself is built with.
      </p>
      <div className="mt-12">
        {ARTICLES.map(({ question, answer }, index) => (
          <article
            key={question}
            className="grid gap-x-10 gap-y-4 border-t border-rule-strong py-10 lg:grid-cols-[4rem_20rem_minmax(0,1fr)]"
          >
            <p className="figures font-display text-quiet">No. {`0${index + 1}`}</p>
            <h2 className="text-heading">{question}</h2>
            <div className="max-w-prose space-y-4">
              {answer.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
          </article>
        ))}
      </div>
    </div>
  );
}
