import type { ReactNode } from "react";

interface EntryProps {
  title: string;
  figure: ReactNode;
  text: string;
}

/** A line of the tax settings: what, how much, and what it means. */
export const Entry = ({ title, figure, text }: EntryProps) => (
  <li className="grid gap-x-6 gap-y-0.5 border-b border-rule py-2.5 text-[0.9375rem] sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
    <p className="flex flex-wrap items-baseline justify-between gap-x-4 sm:block">
      <span className="font-medium sm:block">{title}</span>
      <span className="figures">{figure}</span>
    </p>
    <p className="text-sm leading-6 text-quiet">{text}</p>
  </li>
);
