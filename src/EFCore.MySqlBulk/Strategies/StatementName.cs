using System.Diagnostics;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Options;
using EFCore.MySqlBulk.Sql;

namespace EFCore.MySqlBulk.Strategies;

/// <summary>The name of a statement in log and trace: <c>INSERT `users`</c>.</summary>
internal readonly record struct StatementName(string Text)
{
    public static StatementName Of(BulkPlan plan, QuotedNames names)
    {
        if (plan.Operation == BulkOperation.Execute)
            return new("EXECUTE");
        string verb = plan.Operation switch
        {
            BulkOperation.Insert => "INSERT",
            BulkOperation.Update => "UPDATE",
            BulkOperation.Delete => "DELETE",
            _ => throw new UnreachableException($"{plan.Operation} has no verb."),
        };
        return new($"{verb} {names.Table(plan.Table)}");
    }
}
