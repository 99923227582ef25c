using System.Linq.Expressions;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Reading;

/// <summary>Whether a query may load collections with its entities.</summary>
internal static class IncludedCollections
{
    public static bool MayBeIn(Expression query, IEntityType entityType) => Includes(query, entityType.Model) || LoadsOthers(entityType, []);

    private static bool Includes(Expression query, IModel model)
        => query is MethodCallExpression call
            && ((call.Method.Name.Contains("Include", StringComparison.Ordinal) && !IsReference(call, model)) || (call.Arguments is [var source, ..] && Includes(source, model)));

    // An Include path given as a string is not analysed.
    private static bool IsReference(MethodCallExpression include, IModel model)
        => include.Arguments is [_, UnaryExpression { Operand: LambdaExpression path }]
            && model.FindEntityType(path.ReturnType) is { } target
            && !LoadsOthers(target, []);

    // References to owned entities are part of the owner's row, or one more row.
    private static bool LoadsOthers(IEntityType type, HashSet<IEntityType> seen)
    {
        if (!seen.Add(type))
            return false;
        foreach (IEntityType each in type.GetDerivedTypesInclusive())
        {
            if (each.GetSkipNavigations().Any(navigation => navigation.IsEagerLoaded))
                return true;
            foreach (INavigation navigation in each.GetNavigations().Where(navigation => navigation.IsEagerLoaded))
            {
                if (navigation.IsCollection || LoadsOthers(navigation.TargetEntityType, seen))
                    return true;
            }
        }

        return false;
    }
}
