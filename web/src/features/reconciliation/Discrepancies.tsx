import { useId } from "react";
import type { Difference } from "../../api/client.ts";
import { editToolPath } from "../../pages.ts";
import { AppLink } from "../../ui/AppLink.tsx";
import { Day } from "../../ui/DateText.tsx";
import { findOrderPath, type Piece, piecesOf, subjectOf } from "./linkify.ts";
import { wordsFor } from "./reconciliation.ts";

interface DifferencesProps {
  title: string;
  differences: Difference[];
  more: boolean;
}

/** What differs, each with both sides facing each other and what to do about it. */
export function Differences({ title, differences, more }: DifferencesProps) {
  const id = useId();
  if (differences.length === 0) return null;
  return (
    <section className="mt-10" aria-labelledby={id}>
      <h2 id={id} className="text-heading">
        {title}
      </h2>
      <ul className="mt-5 grid gap-6">
        {differences.map((difference) => (
          <li key={`${difference.kind} ${difference.subject}`} className="border border-rule">
            <Card difference={difference} />
          </li>
        ))}
      </ul>
      {more && (
        <p className="mt-5 text-quiet">
          There are more than these. So many mostly have one cause: settle the first ones, then
          check again.
        </p>
      )}
    </section>
  );
}

function Card({ difference }: { difference: Difference }) {
  const { title, ours, theirs } = wordsFor(difference);
  const subject = subjectOf(difference);
  return (
    <>
      <div className="p-5">
        <h3 className="text-xl">{title}</h3>
        <p className="mt-1.5 text-sm text-quiet wrap-anywhere">
          <About subject={subject} />
        </p>
      </div>
      <dl className="facing border-t border-rule">
        <Side whose={ours} text={difference.weSay} />
        <Side whose={theirs} text={difference.otherSays} />
      </dl>
      <div className="border-t border-rule bg-base-200 px-5 py-4">
        <h4 className="text-sm font-semibold">What to do</h4>
        <p className="mt-1 max-w-prose">
          <Pieces
            of={piecesOf(difference.repair, subject.is === "tool" ? subject.id : undefined)}
          />
        </p>
      </div>
    </>
  );
}

function Side({ whose, text }: { whose: string; text: string }) {
  return (
    <div className="px-5 py-4">
      <dt className="text-sm text-quiet">{whose}</dt>
      <dd className="figures mt-1 wrap-anywhere first-letter:uppercase">
        <Pieces of={piecesOf(text)} />
      </dd>
    </div>
  );
}

const LINK = "underline underline-offset-4 hover:decoration-2";

function About({ subject }: { subject: ReturnType<typeof subjectOf> }) {
  switch (subject.is) {
    case "tool":
      return (
        <AppLink to={editToolPath(subject.id)} className={LINK}>
          {subject.name}
        </AppLink>
      );
    case "order":
      return (
        <>
          Order <OrderLink id={subject.id} />
        </>
      );
    case "payment":
      return (
        <>
          Payment <code>{subject.id}</code>
        </>
      );
    case "other":
      return subject.text;
  }
}

const OrderLink = ({ id }: { id: string }) => (
  <AppLink to={findOrderPath(id)} className={LINK}>
    <code>{id}</code>
  </AppLink>
);

function Pieces({ of }: { of: Piece[] }) {
  return of.map(({ is, text }) => {
    switch (is) {
      case "words":
        return text;
      case "order":
        return <OrderLink key={text} id={text} />;
      case "moment":
        return <Day key={text} at={text} />;
      default:
        return <code key={text}>{text}</code>;
    }
  });
}
