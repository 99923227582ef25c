using System.Collections;
using EFCore.MySqlBulk.Mapping;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Finds navigations of the rows to insert whose entities SaveChanges would insert with them. Tracked ones are known to the context, and SaveChanges will store those.
/// A principal is not among them: it has to exist already.</summary>
internal sealed class LeftOutEntities(BulkRequest request, TrackedEntries tracked, Predicate<string> isTold)
{
    private readonly RowTypes _types = new(request.Context, request.EntityType);
    private readonly Dictionary<IEntityType, INavigationBase[]> _navigations = [];
    private readonly Dictionary<INavigationBase, int> _found = [];
    private HashSet<object>? _given;

    /// <summary>The navigations, each with a sentence about it.</summary>
    /// <param name="rows">The first rows of the call; the others are not examined.</param>
    /// <param name="areAll">They are all rows of the call.</param>
    public IEnumerable<(string Navigation, string Sentence)> Find(ReadOnlySpan<object?> rows, bool areAll)
    {
        Type? last = null;
        INavigationBase[] navigations = [];
        for (int i = 0; i < rows.Length; i++)
        {
            if (rows[i] is not { } row)
                continue;
            if (row.GetType() != last)
                (last, navigations) = (row.GetType(), NavigationsOf(_types.Of(row).EntityType));
            foreach (INavigationBase navigation in navigations)
            {
                if (!_found.ContainsKey(navigation) && navigation.GetGetter().GetClrValue(row) is { } value && IsLeftOut(navigation, value, row, rows, areAll))
                    _found[navigation] = i;
            }
        }

        return _found.Select(found => (NameOf(found.Key), Sentence(found.Key, found.Value)));
    }

    private static string NameOf(INavigationBase navigation) => $"{navigation.DeclaringEntityType.DisplayName()}.{navigation.Name}";

    private static string Sentence(INavigationBase navigation, int row)
        => $"BulkInsert stores only the rows it is given: '{NameOf(navigation)}' of row {row} holds entities that are not stored. Insert them in a separate call, once the keys are known.";

    private INavigationBase[] NavigationsOf(IEntityType type)
    {
        if (!_navigations.TryGetValue(type, out INavigationBase[]? navigations))
        {
            bool isLazy = LazyNavigation.CanBeIn(type);
            navigations = _navigations[type] = [.. type.GetNavigations().Concat<INavigationBase>(type.GetSkipNavigations())
                .Where(navigation => !navigation.IsShadowProperty() && navigation is not INavigation { IsOnDependent: true } && !OwnedParts.IsToPart(navigation) && !(isLazy && LazyNavigation.LoadsWhenRead(navigation)) && !isTold(NameOf(navigation)))];
        }

        return navigations;
    }

    private bool IsLeftOut(INavigationBase navigation, object value, object row, ReadOnlySpan<object?> rows, bool areAll)
    {
        // The link of a many-to-many relationship is a row of its own, whatever becomes of its two ends.
        if (navigation is ISkipNavigation && tracked.Of(row) is null)
            return value is IEnumerable links && links.Cast<object?>().Any();
        if (navigation.TargetEntityType.GetRootType() == request.EntityType.GetRootType())
        {
            // It may be a row that comes later.
            if (!areAll)
                return false;
            _given ??= new(rows.ToArray().OfType<object>(), ReferenceEqualityComparer.Instance);
        }

        return navigation.IsCollection ? value is IEnumerable entities && entities.Cast<object?>().Any(IsUnknown) : IsUnknown(value);
    }

    private bool IsUnknown(object? entity) => entity is not null && tracked.Of(entity) is null && _given?.Contains(entity) != true;
}
