using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution;

/// <summary>What prevents a connection of the operation's own.</summary>
internal static class ConnectionObstacle
{
    /// <summary>What is possible with connections in a call. Nothing is examined if the options and the rows decide by themselves.</summary>
    public static ConnectionFacts FactsOf(BulkRequest request, ContextSession session, ServerFacts server, int? rows)
    {
        string? obstacle = ConnectionSelector.IsOpen(request.Options, rows) ? Of(request, session, server) : null;
        return new(session.CanJoinRows, obstacle is null, obstacle, request.Options.ArrayBatchDriver is not null);
    }

    private static string? Of(BulkRequest request, ContextSession session, ServerFacts server)
        => request.Scope is not null && ScopedRows.Obstacle(request) is { } ofScope ? ofScope
            : HasDriverValues(request) ? "only the driver knows how to send some of the values"
            : ConnectionRefusal.Of(request.Context, session, server, request.Options.AsksForOwnConnection)
                ?? (request.Options.ArrayBatchDriver as IArrayBatchDriver)?.Refusal(session, server);

    private static bool HasDriverValues(BulkRequest request)
        => request.Statement is { } statement
            ? statement.Values.Any(value => value.Kind == ValueKind.Other)
            : request.EntityType.GetDerivedTypesInclusive().Where(type => !type.IsAbstract()).Any(HasDriverValues);

    private static bool HasDriverValues(IEntityType type) => TableMap.Of(type).Columns.Any(column => column.Kind == ValueKind.Other);
}
