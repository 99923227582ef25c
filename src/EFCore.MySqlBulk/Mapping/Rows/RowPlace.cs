using EFCore.MySqlBulk.Mapping.Columns;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Mapping.Rows;

/// <summary>Which table a row of a graph goes to, and the entities that hold it in their navigations. Rows of one table that the same entity holds share it.</summary>
internal sealed class RowPlace
{
    private readonly IForeignKey? _foreignKey;
    private readonly object? _principal;
    private readonly RowPlace? _also;

    /// <param name="table">The table.</param>
    public RowPlace(TableMap table) => Table = table;

    private RowPlace(TableMap table, IForeignKey? foreignKey, object? principal, RowPlace? also)
    {
        Table = table;
        _foreignKey = foreignKey;
        _principal = principal;
        _also = also;
    }

    public TableMap Table { get; }

    /// <summary>Other rows of the call may refer to the row by its key.</summary>
    public bool PropagatesKey { get; init; }

    /// <summary>The row stands for its entity in the numbers of the result; the rows of its other parts, and those of what it owns, do not.</summary>
    public bool IsCounted { get; init; }

    /// <summary>The entity that holds the row, and to which the row's foreign key therefore refers; <see langword="null" /> if there is none.</summary>
    public object? PrincipalOf(IForeignKey foreignKey)
    {
        for (RowPlace? each = this; each is not null; each = each._also)
        {
            if (each._foreignKey == foreignKey)
                return each._principal;
        }

        return null;
    }

    /// <summary>The same table, for rows that an entity holds.</summary>
    public RowPlace HeldBy(IForeignKey foreignKey, object principal) => new(Table, foreignKey, principal, _foreignKey is null ? null : this) { PropagatesKey = PropagatesKey, IsCounted = IsCounted };

    /// <summary>Another table of the same entity.</summary>
    public RowPlace In(TableMap table) => new(table, _foreignKey, _principal, _also);

    /// <summary>Some entity holds the row.</summary>
    public bool IsHeld => _foreignKey is not null;
}
