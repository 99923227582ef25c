using System.Data.Common;
using System.Linq.Expressions;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Session.IO;

/// <summary>The differences between EF Core 9 and 10.</summary>
internal static class EFCoreVersion
{
    /// <summary>Value generators of complex types' properties run when an entity is added.</summary>
#if EFCORE10
    public const bool GeneratesInComplexTypes = true;
#else
    public const bool GeneratesInComplexTypes = false;
#endif

    public static CommandEventData Executing(EventDefinitionBase definition, DbCommand command, string label, DbContext context, CommandRun run)
        => new(
            definition, Message, command.Connection!, command,
#if EFCORE10
            label,
#endif
            context, DbCommandMethod.ExecuteNonQuery, run.CommandId, run.ConnectionId, run.IsAsync, false, run.StartTime, CommandSource.Unknown);

    public static CommandExecutedEventData Executed(
        EventDefinitionBase definition, DbCommand command, string label, DbContext context, CommandRun run, int result)
        => new(
            definition, Message, command.Connection!, command,
#if EFCORE10
            label,
#endif
            context, DbCommandMethod.ExecuteNonQuery, run.CommandId, run.ConnectionId, result, run.IsAsync, false, run.StartTime, run.Elapsed, CommandSource.Unknown);

    public static CommandErrorEventData Failed(
        EventDefinitionBase definition, DbCommand command, string label, DbContext context, CommandRun run, Exception exception)
        => new(
            definition, Message, command.Connection!, command,
#if EFCORE10
            label,
#endif
            context, DbCommandMethod.ExecuteNonQuery, run.CommandId, run.ConnectionId, exception, run.IsAsync, false, run.StartTime, run.Elapsed, CommandSource.Unknown);

    /// <summary>Whether the root of a hierarchy has a query filter.</summary>
    public static bool HasQueryFilter(IEntityType root)
#if EFCORE10
        => root.GetDeclaredQueryFilters().Count > 0;
#else
        => root.GetQueryFilter() is not null;
#endif

    /// <summary>The filters of the root of a hierarchy.</summary>
    /// <param name="root">The root.</param>
    /// <param name="ignored">The names of ignored filters.</param>
    public static IEnumerable<LambdaExpression> QueryFiltersOf(IEntityType root, IReadOnlySet<string> ignored)
#if EFCORE10
        => root.GetDeclaredQueryFilters().Where(filter => filter.Key is null || !ignored.Contains(filter.Key)).Select(filter => filter.Expression!);
#else
        => root.GetQueryFilter() is { } filter ? [filter] : [];
#endif

    // The message of a bulk statement never contains its text, which may contain row values.
    private static string Message(EventDefinitionBase definition, EventData data) => "EFCore.MySqlBulk statement";
}
