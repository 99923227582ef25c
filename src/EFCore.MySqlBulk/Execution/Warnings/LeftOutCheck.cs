using EFCore.MySqlBulk.Execution.ChangeTracking;
using EFCore.MySqlBulk.Execution.Requests;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution.Warnings;

/// <summary>Refuses rows that hold entities which the call would leave out. It examines every row.</summary>
internal sealed class LeftOutCheck
{
    private readonly LeftOutEntities _entities;
    private readonly HashSet<object> _rows = new(ReferenceEqualityComparer.Instance);
    private readonly Dictionary<object, (INavigationBase Navigation, int Row)> _expected = new(ReferenceEqualityComparer.Instance);
    private readonly bool _mayHoldRows;

    private LeftOutCheck(BulkRequest request, TrackedEntries tracked)
    {
        _entities = new(request, tracked, _ => false);
        IEntityType root = request.EntityType.GetRootType();
        _mayHoldRows = root.GetDerivedTypesInclusive().SelectMany(type => type.GetDeclaredNavigations().Concat<INavigationBase>(type.GetDeclaredSkipNavigations()))
            .Any(navigation => navigation.TargetEntityType.GetRootType() == root);
    }

    /// <returns>The check; <see langword="null" /> unless the caller has chosen <c>Refuse</c>.</returns>
    public static LeftOutCheck? Of(BulkRequest request, TrackedEntries tracked)
        => request.Options is { LeftOutEntities: BulkReaction.Refuse, IncludeGraph: false } ? new(request, tracked) : null;

    /// <summary>Checks all rows of a call.</summary>
    /// <param name="rows">The rows.</param>
    /// <param name="positionOf">The position of each among those that the caller gave.</param>
    /// <exception cref="BulkOperationException">A row holds entities that would be left out.</exception>
    public void CheckAll(IEnumerable<object?> rows, Func<int, int> positionOf)
    {
        int index = 0;
        foreach (object? row in rows)
            Check(row, positionOf(index++));
        Complete();
    }

    /// <summary>Checks the next row.</summary>
    /// <exception cref="BulkOperationException">The row holds entities that would be left out.</exception>
    public void Check(object? row, int index)
    {
        if (row is null)
            return;
        if (_mayHoldRows)
        {
            _rows.Add(row);
            _expected.Remove(row);
        }

        foreach (INavigationBase navigation in _entities.NavigationsOf(row))
        {
            bool mayHoldRows = _entities.MayHoldRows(navigation, row);
            foreach (object entity in _entities.UnknownIn(navigation, row))
            {
                if (!mayHoldRows)
                    throw Refusal(navigation, index);
                if (!_rows.Contains(entity))
                    _expected.TryAdd(entity, (navigation, index));
            }
        }
    }

    /// <summary>Checks, after the last row, for entities that could have been later rows and were not.</summary>
    /// <exception cref="BulkOperationException">There is one.</exception>
    public void Complete()
    {
        if (_expected.Count == 0)
            return;
        (INavigationBase navigation, int row) = _expected.Values.MinBy(each => each.Row);
        throw Refusal(navigation, row);
    }

    private static BulkOperationException Refusal(INavigationBase navigation, int row)
        => new($"'{LeftOutEntities.NameOf(navigation)}' of row {row} holds entities that would not be stored, and LeftOutEntities is Refuse. Set IncludeGraph, or insert them in a separate call, once the keys are known.")
        {
            RowIndex = row,
        };
}
