using System.Linq.Expressions;

namespace EFCore.MySqlBulk;

/// <summary>Properties that an option of a context names for the entities of a class.</summary>
/// <param name="Type">The class, a base class or an interface.</param>
/// <param name="Properties">Selects the properties.</param>
internal sealed record PropertyDefault(Type Type, LambdaExpression Properties);
