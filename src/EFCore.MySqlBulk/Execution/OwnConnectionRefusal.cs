using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Why a call may not have a connection of its own.</summary>
internal static class OwnConnectionRefusal
{
    /// <returns>The reason, or <see langword="null" />.</returns>
    public static string? Of(BulkRequest request, ContextSession session, ServerFacts server, int? rows)
    {
        ResolvedOptions options = request.Options;
        bool asked = options.AsksForOwnConnection;
        return options.Connection == BulkConnection.Context ? "BulkOptions.Connection is Context"
            : !asked && rows < Thresholds.PipelinedExecuteRows ? "the rows are few"
            : HasDriverValues(request) ? "some values only the driver knows how to send"
            : ConnectionRefusal.Of(request.Context, session, server, asked) ?? (options.ArrayBatchDriver as IArrayBatchDriver)?.Refusal(session, server);
    }

    private static bool HasDriverValues(BulkRequest request)
        => request.Statement is { } statement
            ? statement.Values.Any(value => value.Kind == ValueKind.Other)
            : request.EntityType.GetDerivedTypesInclusive().Where(type => !type.IsAbstract()).Any(HasDriverValues);

    private static bool HasDriverValues(IEntityType type) => TableMap.Of(type).Columns.Any(column => column.Kind == ValueKind.Other);
}
