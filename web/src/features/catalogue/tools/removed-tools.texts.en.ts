export const texts = {
  manageTools: "Manage Tool",
  title: "Removed tools",
  introduction: "You can restore a tool with its stock within 30 days. Its orders stay either way.",
  loading: "Loading the removed tools",
  noTools: "No removed tools",
  noToolsExplanation: "A tool that you delete stays here for 30 days.",
  name: "Name",
  removed: "Removed",
  keptUntil: "Kept until",
  restore: "Restore",
  restoreOf: (tool: string) => `Restore ${tool}`,
  restored: (tool: string) => `tool:${tool} is restored`,
};
