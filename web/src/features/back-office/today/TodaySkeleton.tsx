import "./today.css";
import { texts } from "./skeleton.texts.en.ts";

/** The boxes of Today. */
export const TodaySkeleton = ({ isOwner }: { isOwner: boolean }) => (
  <div role="status" className="grid min-h-svh content-start gap-8">
    <h1 className="text-title">{texts.title}</h1>
    <span className="sr-only">{texts.loading}</span>
    <div
      className={`appear-late grid gap-4 ${isOwner ? "md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]" : ""}`}
    >
      <div className="today-panel" />
      {isOwner && <div className="today-panel" />}
    </div>
    <div className="appear-late grid gap-8 md:grid-cols-2">
      <div className="h-60 bg-base-200" />
      <div className="h-60 bg-base-200" />
    </div>
  </div>
);
