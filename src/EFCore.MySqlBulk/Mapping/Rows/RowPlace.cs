using EFCore.MySqlBulk.Mapping.Columns;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Mapping.Rows;

/// <summary>The table of a row of a graph, and the entities that hold the row in their navigations. Rows of one table in a navigation of one entity share it.</summary>
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

    /// <summary>Whether other rows of the call may refer to the row by its key.</summary>
    public bool PropagatesKey { get; init; }

    /// <summary>Whether the row counts as an entity in the result; rows of further parts and of owned entities do not.</summary>
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

    /// <summary>The place in the same table for rows that an entity holds.</summary>
    public RowPlace HeldBy(IForeignKey foreignKey, object principal) => new(Table, foreignKey, principal, _foreignKey is null ? null : this) { PropagatesKey = PropagatesKey, IsCounted = IsCounted };

    /// <summary>The place in another table of the same entity.</summary>
    public RowPlace In(TableMap table) => new(table, _foreignKey, _principal, _also);

    /// <summary>Whether an entity holds the row.</summary>
    public bool IsHeld => _foreignKey is not null;
}
