using EFCore.MySqlBulk.Execution.ChangeTracking;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.Session.IO;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.ValueGeneration;

namespace EFCore.MySqlBulk.Execution.Batching;

/// <summary>Values that EF Core generates on the client when an entity is added, such as GUID keys, or updated without having been tracked. An entity that is not tracked gets them here.</summary>
internal sealed class ClientValues
{
    private readonly DbContext _context;
    private readonly TableMap _table;
    private readonly Generated[] _ofNew;
    private readonly Generated[] _ofAll;

    /// <param name="context">The context.</param>
    /// <param name="table">The table.</param>
    /// <param name="generated">The columns that may get values.</param>
    /// <param name="match">The properties that rows are looked up by: every row gets their generated values.</param>
    public ClientValues(DbContext context, TableMap table, IReadOnlyList<ColumnMap> generated, IReadOnlyList<ColumnMap> match)
    {
        _context = context;
        _table = table;
        IValueGeneratorSelector selector = context.GetService<IValueGeneratorSelector>();
        _ofNew = [.. table.Columns.Where(column => IsGenerated(column) && (IsType(column) || generated.Contains(column))).Select(column => Find(column, selector)).OfType<Generated>()];
        _ofAll = [.. _ofNew.Where(each => IsType(each.Column) || match.Contains(each.Column))];
        NeedEntry = _ofNew.Any(each => each.Write is null);
        NeedEntryToMatch = _ofAll.Any(each => each.Write is null);
    }

    /// <summary>Whether the rows are related entities, even though no graph is stored.</summary>
    public bool AreRelated { get; init; }

    /// <summary>Whether a value needs an entry, because it belongs to a shadow property.</summary>
    public bool NeedEntry { get; }

    /// <summary>Whether one of the values that all rows get needs an entry.</summary>
    public bool NeedEntryToMatch { get; }

    /// <summary>Whether new rows may get values that stored ones do not get.</summary>
    public bool AddToNew => _ofNew.Length > _ofAll.Length;

    /// <summary>Whether generating them runs code of the caller's, which may use the context.</summary>
    public bool RunsCallersCode => _ofNew.Any(each => each.LooksAtEntry);

    /// <summary>Generates the values that a new row lacks, if it is not tracked. A tracked one got them when it was added.</summary>
    public void Complete(in BulkRow row, PropagatedValues propagated) => Complete(_ofNew, row, propagated);

    /// <summary>Generates the values that any row gets, new or not: its type, as <c>Update</c> sets it, and what it is looked up by.</summary>
    public void CompleteToMatch(in BulkRow row, PropagatedValues propagated) => Complete(_ofAll, row, propagated);

    private void Complete(Generated[] generated, in BulkRow row, PropagatedValues propagated)
    {
        EntityEntry? entry = row.Entry;
        foreach (Generated each in generated)
        {
            if (!_table.HasSentinel(each.Column, row))
                continue;
            if (each.LooksAtEntry)
                entry ??= InternalEntries.CreateUntrackedEntry(_context, _table.EntityType, row.Item);
            if ((each.TypeValue ?? each.Generator.Next(entry!)) is not { } value)
                continue;
            if (each.Write is null)
            {
                entry!.Property(each.Column.Property).CurrentValue = value;
                continue;
            }

            // A generated key would mark a related entity as stored. A given row keeps it, as after Add.
            if (row.Place is not null || AreRelated)
                propagated.RememberUnset(each.Column, row.Item, each.Write);
            each.Write(row.Item, value);
        }
    }

    private static bool IsGenerated(ColumnMap column)
        => column is { Constant: null, Member: IProperty property } && ValueOrigins.HasGenerator(property) && (EFCoreVersion.GeneratesInComplexTypes || property.DeclaringType is IEntityType);

    private bool IsType(ColumnMap column) => column.Member == _table.EntityType.FindDiscriminatorProperty();

    private Generated? Find(ColumnMap column, IValueGeneratorSelector selector)
        => selector.TrySelect(column.Property, column.Property.DeclaringType, out ValueGenerator? generator) && generator is { GeneratesTemporaryValues: false }
            ? new(column, generator, _table.WriterOf(column), LooksAtEntry(generator)) { TypeValue = IsType(column) && IsOfEFCore(generator) ? _table.EntityType.GetDiscriminatorValue() : null }
            : null;

    // EF Core's own generators and the provider's use an entry only for its type, and creating one costs about as much as the rest of a row.
    private bool LooksAtEntry(ValueGenerator generator) => !IsOfEFCore(generator) && generator.GetType().Assembly.GetName().Name != _context.Database.ProviderName;

    private static bool IsOfEFCore(ValueGenerator generator) => generator.GetType().Assembly == typeof(ValueGenerator).Assembly;

    private sealed record Generated(ColumnMap Column, ValueGenerator Generator, Action<object, object?>? Write, bool LooksAtEntry)
    {
        /// <summary>The type's value of its discriminator.</summary>
        public object? TypeValue { get; init; }
    }
}
