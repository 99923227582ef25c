using System.Diagnostics;
using EFCore.MySqlBulk.Execution.ChangeTracking;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Execution.Rules;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Tables;
using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session.Settings;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.Saving;

/// <summary>Modification commands of <c>SaveChanges</c>, which have the same columns. EF Core has prepared them, and accepts the entities itself.
/// What is stored depends on the caller's transaction, or that of <c>SaveChanges</c>.</summary>
internal abstract class SavedRules(CommandTable table) : StatementRules
{
    protected CommandTable Table => table;

    public override StatementShape ShapeOf(BulkRequest request, RowTypes? types, in BulkRow row)
        => new(table, GeneratesKeys: table.AutoIncrement is not null, ReturnsKeys: table.AutoIncrement is not null);

    public override bool IsGenerated(ColumnMap column, BulkPlan plan) => column is CommandColumn { IsRead: true } && column != table.AutoIncrement;

    // SaveChanges refuses such a row, or finds the values in its own way.
    public override Exception Unread(in BulkRow row) => new LeftToProviderException("the generated values of a row were not found by its key");

    public override void Accept(TrackerFixup fixup, BulkPlan plan, EntityEntry entry) => throw new UnreachableException("SaveChanges accepts its entities itself.");

    /// <summary>Leaves the commands to the provider if the session is not strict: a statement with several rows then changes more values than a
    /// statement with one row.</summary>
    protected CallFacts Checked(BulkRequest request, CallFacts call)
    {
        if (call.Session.IsLimited)
            throw new LeftToProviderException("the session has a sql_select_limit, so queries for generated values could miss some");
        if (!call.Session.IsStrict)
            throw new LeftToProviderException("sql_mode is not strict: a statement with several rows changes values that one with a single row refuses");
        if (table.Columns.Any(column => column.Kind == ValueKind.DateTime) && ConnectionSettings.Of(request.Context.Database).ChecksDateTimeKind)
            throw new LeftToProviderException("the connection string has a DateTimeKind, by which the driver checks each date");
        return call;
    }
}
