using System.Diagnostics;
using EFCore.MySqlBulk.Execution;
using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.Saving;

/// <summary>Modification commands of <c>SaveChanges</c>, which have the same columns. EF Core has prepared them, and accepts the entities itself.</summary>
internal abstract class SavedOperation(CommandTable table) : Operation
{
    public override string Name => "SaveChanges";

    public override string ResultVerb => "changed";

    public override bool TakesEntities => false;

    public override bool WritesEntities => false;

    public override bool ReadsBack => true;

    public override SessionFacts SessionOf(Facts known) => known.Session.IsLimited ? throw new LeftToProviderException("the session has a sql_select_limit, so values could be missed that are read back") : known.Session;

    // SaveChanges refuses it, or finds the values in its own way.
    public override Exception Unread(in BulkRow row) => new LeftToProviderException("a row's values were not found under its key");

    // EF Core has put the commands in order.
    public override bool GoesByKey => false;

    public override bool GoesByFamily => false;

    public override bool HidesRepeatedKeys => false;

    public override bool LeavesTransaction => true;

    // SaveChanges has interceptors.
    public override IReadOnlyList<BulkHook> HooksOf(MySqlBulkDefaults defaults) => [];

    protected CommandTable Table => table;

    public override IEnumerable<TableMap> TablesOf(BulkRequest request) => [table];

    public override RowForm FormOf(BulkRequest request, RowTypes? types, in BulkRow row)
        => new(table, GeneratesKeys: table.AutoIncrement is not null, ReturnsKeys: table.AutoIncrement is not null);

    public override bool IsGenerated(ColumnMap column, BulkPlan plan) => column is CommandColumn { IsRead: true } && column != table.AutoIncrement;

    // The caller's transaction, or that of SaveChanges, tells what is stored.
    public override SentTrace? TraceOf(BulkPlan plan, ReadOnlyMemory<BulkRow> rows, ReadOnlySpan<long> keys) => null;

    public override IEnumerable<TableMap> MatchesIn(BulkRequest request) => table.State == EntityState.Added ? [] : [table];

    public override IEnumerable<Omission> LeavesOut(
        BulkRequest request, ReadOnlySpan<object?> rows, bool areAll, TrackedEntries tracked, Func<int, string, bool> isTold) => [];

    public override void Accept(TrackerFixup fixup, BulkPlan plan, EntityEntry entry) => throw new UnreachableException("SaveChanges accepts its entities itself.");

    /// <summary>Leaves the commands to the provider if the session would change values that do not fit: a statement with several rows changes more of them
    /// than a statement with one.</summary>
    protected CallFacts Checked(BulkRequest request, CallFacts call)
    {
        if (!call.Session.IsStrict)
            throw new LeftToProviderException("sql_mode is not strict: a statement with several rows changes values that one with a single row refuses");
        if (table.Columns.Any(column => column.Kind == ValueKind.DateTime) && ConnectionSettings.Of(request.Context.Database).ChecksDateTimeKind)
            throw new LeftToProviderException("the connection string has a DateTimeKind, by which the driver checks each date");
        return call;
    }
}
