import type { ReactNode } from "react";
import { AppLink } from "../../../ui/AppLink.tsx";
import { GARDENER } from "./gardener.ts";
import { texts } from "./portfolio.texts.en.ts";

export default function PortfolioPage() {
  const { name, email, education, skills, projects } = GARDENER;
  return (
    <div className="measure py-12 lg:py-16">
      <p className="eyebrow">{texts.portfolio}</p>
      <h1 className="mt-3 text-display">{name}</h1>
      <p className="mt-4 text-lead">
        <a href={`mailto:${email}`} className="wrap-anywhere underline underline-offset-4">
          {email}
        </a>
      </p>
      <div className="mt-14">
        <Part title={texts.education}>
          <ul className="space-y-6">
            {education.map(({ title, place, years }) => (
              <li key={title}>
                <h3 className="text-xl">{title}</h3>
                <p className="mt-1 text-quiet">{texts.placeAndYears(place, years)}</p>
              </li>
            ))}
          </ul>
        </Part>
        <Part title={texts.skills}>
          <ul className="grid gap-x-8 sm:grid-cols-2">
            {skills.map((skill) => (
              <li key={skill} className="border-b border-rule py-2">
                {skill}
              </li>
            ))}
          </ul>
        </Part>
        <Part title={texts.projects}>
          <ul className="space-y-8">
            {projects.map(({ title, text, link }) => (
              <li key={link}>
                <h3 className="text-xl">
                  <AppLink to={link} className="underline underline-offset-4">
                    {title}
                  </AppLink>
                </h3>
                <p className="mt-1 max-w-prose text-quiet">{text}</p>
              </li>
            ))}
          </ul>
        </Part>
      </div>
    </div>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-6 border-t border-rule-strong py-10 lg:grid-cols-[20rem_minmax(0,1fr)]">
    <h2 className="text-heading">{title}</h2>
    <div>{children}</div>
  </section>
);
