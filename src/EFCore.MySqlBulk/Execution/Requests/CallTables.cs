using EFCore.MySqlBulk.Graphs;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Tables;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution.Requests;

/// <summary>The tables of a call.</summary>
internal static class CallTables
{
    /// <summary>The tables that its rows may be written to. The SQL of <c>BulkExecute</c> is not parsed.</summary>
    public static IEnumerable<TableMap> Of(BulkRequest request)
        => !request.Traits.HasTable ? []
            : request.CommandTable is { } only ? [only]
            : request is { GoesByType: false, Graph: { } graph } ? graph.Tables
            : request.Options.Table is not null ? request.EntityType.GetConcreteDerivedTypesInclusive().Select(request.MapOf)
            : TypesOf(request).SelectMany(TableMaps.AllOf);

    /// <summary>The tables whose rows are matched with the given ones.</summary>
    public static IEnumerable<TableMap> MatchedOf(BulkRequest request)
        => !request.Traits.MatchesRows ? []
            : request.CommandTable is { } only ? [only]
            : !request.IsDivided && request.MapOf(request.EntityType) is { HasSeveralTables: false } table ? [table]
            // Owned entities are found by the keys of their owners too.
            : request.EntityType.GetConcreteDerivedTypesInclusive().SelectMany(type => request.IsDivided ? TableMaps.AllOf(type).Concat(OwnedTable.Of(TableMaps.Of(type))) : TableMaps.AllOf(type));

    private static IEnumerable<IEntityType> TypesOf(BulkRequest request)
        => request.GoesByType ? EntityShape.Reached(request.EntityType, GraphReach.All)
            : request.IsGraph || request.IsDivided ? EntityShape.Reached(request.EntityType, request.Reach)
            : request.EntityType.GetConcreteDerivedTypesInclusive();
}
