using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Sql;

namespace EFCore.MySqlBulk.Strategies;

/// <summary>Makes what sends multi-row statements, over the connection that the operation uses.</summary>
internal static class Batches
{
    public static IBulkStrategy Literal(BulkPlan plan, Connections connections, StatementFrame frame, QuotedNames names, bool derivedList)
    {
        StatementName name = StatementName.Of(plan, names);
        return connections.Own is PipelineLink link
            ? new PipelinedBatches(plan, link, frame, name, derivedList, prepares: false)
            : new LiteralStatement(plan, connections.Context, frame, name, derivedList);
    }

    public static IBulkStrategy Prepared(BulkPlan plan, Connections connections, StatementFrame frame, QuotedNames names, bool derivedList)
    {
        StatementName name = StatementName.Of(plan, names);
        return connections.Own is PipelineLink link
            ? new PipelinedBatches(plan, link, frame, name, derivedList, prepares: true)
            : new PreparedBatches(plan, connections.Context, frame, name, derivedList);
    }
}
