import { useId } from "react";
import type { Discrepancy } from "../../../api/client.ts";
import { assertNever } from "../../../assert-never.ts";
import { editToolPath } from "../../../page-paths.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { DateText } from "../../../ui/DateText.tsx";
import { linkify, orderSearchPath, type TextPart } from "./linkify.ts";
import { describeKind } from "./reconciliation.ts";
import { discrepancies as texts } from "./texts.en.tsx";

interface DiscrepanciesProps {
  title: string;
  discrepancies: Discrepancy[];
  more: boolean;
}

/** Each discrepancy with both records side by side, and what to do about it. */
export function Discrepancies({ title, discrepancies, more }: DiscrepanciesProps) {
  const id = useId();
  if (discrepancies.length === 0) return null;
  return (
    <section className="mt-10" aria-labelledby={id}>
      <h2 id={id} className="text-heading">
        {title}
      </h2>
      <ul className="mt-5 grid gap-6">
        {discrepancies.map((discrepancy) => (
          <li key={`${discrepancy.kind} ${discrepancy.subject.id}`} className="border border-rule">
            <Card difference={discrepancy} />
          </li>
        ))}
      </ul>
      {more && <p className="mt-5 text-quiet">{texts.more}</p>}
    </section>
  );
}

function Card({ difference }: { difference: Discrepancy }) {
  const { title, ours, theirs } = describeKind(difference);
  const { subject } = difference;
  return (
    <>
      <div className="p-5">
        <h3 className="text-xl">{title}</h3>
        <p className="mt-1.5 text-sm text-quiet wrap-anywhere">
          <SubjectLink subject={subject} />
        </p>
      </div>
      <dl className="facing border-t border-rule">
        <Side title={ours} text={difference.weSay} />
        <Side title={theirs} text={difference.otherSays} />
      </dl>
      <div className="border-t border-rule bg-base-200 px-5 py-4">
        <h4 className="text-sm font-semibold">{texts.whatToDo}</h4>
        <p className="mt-1 max-w-prose">
          <LinkedText
            of={linkify(difference.repair, subject.kind === "tool" ? subject.id : undefined)}
          />
        </p>
      </div>
    </>
  );
}

function Side({ title, text }: { title: string; text: string }) {
  return (
    <div className="px-5 py-4">
      <dt className="text-sm text-quiet">{title}</dt>
      <dd className="mt-1 wrap-anywhere first-letter:uppercase">
        <LinkedText of={linkify(text)} />
      </dd>
    </div>
  );
}

const LINK = "underline underline-offset-4 hover:decoration-2";

function SubjectLink({ subject: { kind, id, name } }: { subject: Discrepancy["subject"] }) {
  switch (kind) {
    case "tool":
      return (
        <AppLink to={editToolPath(id)} className={LINK}>
          {name}
        </AppLink>
      );
    case "order":
      return texts.order(<OrderLink id={id} />);
    case "payment":
      return texts.payment(<code>{id}</code>);
    case "purchase":
      return texts.purchase(id);
    case "discount_code":
      return texts.discountCode(id);
    case "day":
      return texts.day(id);
    default:
      return assertNever(kind);
  }
}

const OrderLink = ({ id }: { id: string }) => (
  <AppLink to={orderSearchPath(id)} className={LINK}>
    <code>{id}</code>
  </AppLink>
);

function LinkedText({ of }: { of: TextPart[] }) {
  return of.map(({ is, text }) => {
    switch (is) {
      case "words":
        return text;
      case "order":
        return <OrderLink key={text} id={text} />;
      case "moment":
        return <DateText key={text} at={text} />;
      case "payment":
      case "command":
        return <code key={text}>{text}</code>;
      default:
        return assertNever(is);
    }
  });
}
