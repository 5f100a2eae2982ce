import { useAccount } from "../../api/session/SessionProvider.tsx";
import { PageTitle } from "../../ui/PageTitle.tsx";

export default function ProfilePage() {
  const { name, email } = useAccount();
  return (
    <>
      <PageTitle>Dashboard</PageTitle>
      <h1 className="text-title">Users Profile</h1>
      <dl className="mt-10 max-w-xl border-t border-rule-strong">
        <Entry title="Name" text={name} />
        <Entry title="E-mail" text={email} />
      </dl>
    </>
  );
}

const Entry = ({ title, text }: { title: string; text: string }) => (
  <div className="grid gap-1 border-b border-rule py-4 sm:grid-cols-[8rem_1fr]">
    <dt className="text-quiet">{title}</dt>
    <dd className="font-medium wrap-anywhere">{text}</dd>
  </div>
);
