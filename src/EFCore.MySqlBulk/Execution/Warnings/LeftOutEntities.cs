using System.Collections;
using EFCore.MySqlBulk.Execution.ChangeTracking;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Mapping.Shapes;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution.Warnings;

/// <summary>Finds navigations of the rows to insert whose entities SaveChanges would insert with them. Tracked entities are excluded, because
/// SaveChanges will store them; principals, because they have to exist already; owned entities, because they are part of the row.</summary>
internal sealed class LeftOutEntities(BulkRequest request, TrackedEntries tracked, Predicate<string> isTold)
{
    private readonly Dictionary<Type, INavigationBase[]> _navigations = [];

    /// <summary>The navigations, each with a sentence about it.</summary>
    /// <param name="rows">The first rows of the call; the others are not examined.</param>
    /// <param name="areAll">Whether these are all rows of the call.</param>
    public IEnumerable<(string Navigation, string Sentence)> Find(ReadOnlySpan<object?> rows, bool areAll)
    {
        Dictionary<INavigationBase, int> found = [];
        HashSet<object>? given = null;
        for (int i = 0; i < rows.Length; i++)
        {
            if (rows[i] is not { } row)
                continue;
            foreach (INavigationBase navigation in NavigationsOf(row))
            {
                if (found.ContainsKey(navigation) || !UnknownIn(navigation, row).Any())
                    continue;
                if (MayHoldRows(navigation, row))
                {
                    // The entity may be a later row.
                    if (!areAll)
                        continue;
                    given ??= new(rows.ToArray().OfType<object>(), ReferenceEqualityComparer.Instance);
                    if (UnknownIn(navigation, row).All(given.Contains))
                        continue;
                }

                found[navigation] = i;
            }
        }

        return found.Select(each => (NameOf(each.Key), Sentence(each.Key, each.Value)));
    }

    /// <summary>The navigations of a row's entity type that may hold such entities.</summary>
    public INavigationBase[] NavigationsOf(object row)
    {
        if (_navigations.TryGetValue(row.GetType(), out INavigationBase[]? known))
            return known;
        IEntityType type = RowTypes.TypeOf(request.Context, request.EntityType, row.GetType());
        bool isLazy = LazyNavigation.CanBeIn(type);
        return _navigations[row.GetType()] = [.. type.GetNavigations().Concat<INavigationBase>(type.GetSkipNavigations())
            .Where(navigation => !navigation.IsShadowProperty() && !OwnedParts.IsToPart(navigation) && !SharedRows.IsToPart(navigation) && navigation is not INavigation { IsOnDependent: true }
                && !(isLazy && LazyNavigation.LoadsWhenRead(navigation)) && !isTold(NameOf(navigation)))];
    }

    /// <summary>The entities in a navigation that are not stored unless they are rows of the call. The link of a many-to-many relationship is a row
    /// of its own, whether or not its two ends are stored.</summary>
    public IEnumerable<object> UnknownIn(INavigationBase navigation, object row)
    {
        object? value = navigation.GetGetter().GetClrValue(row);
        if (value is null or ICollection { Count: 0 })
            return [];
        IEnumerable<object> entities = !navigation.IsCollection ? [value] : value is IEnumerable several ? several.OfType<object>() : [];
        return IsLink(navigation, row) ? entities : entities.Where(IsUnknown);
    }

    /// <summary>Whether the entities in a navigation may be rows of the call.</summary>
    public bool MayHoldRows(INavigationBase navigation, object row)
        => !IsLink(navigation, row) && navigation.TargetEntityType.GetRootType() == request.EntityType.GetRootType();

    public static string NameOf(INavigationBase navigation) => $"{navigation.DeclaringEntityType.DisplayName()}.{navigation.Name}";

    private static string Sentence(INavigationBase navigation, int row)
        => $"BulkInsert stores only the rows it is given: '{NameOf(navigation)}' of row {row} holds entities that are not stored. Set IncludeGraph, or insert them in a separate call, once the keys are known.";

    private bool IsLink(INavigationBase navigation, object row) => navigation is ISkipNavigation && tracked.Of(row) is null;

    private bool IsUnknown(object entity) => tracked.Of(entity) is null;
}
