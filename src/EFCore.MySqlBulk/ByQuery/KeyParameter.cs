using System.Linq.Expressions;

namespace EFCore.MySqlBulk.ByQuery;

/// <summary>A value that EF Core takes as a parameter of a query, so that the query is compiled once for all batches.</summary>
internal abstract class KeyParameter
{
    /// <summary>The value in a query.</summary>
    public abstract Expression Expression { get; }

    /// <summary>Sets the value for the next execution.</summary>
    public abstract void Set(object? value);

    public static KeyParameter Of(Type type) => (KeyParameter)Activator.CreateInstance(typeof(Typed<>).MakeGenericType(type))!;

    private sealed class Typed<T> : KeyParameter
    {
        public T Value { get; private set; } = default!;

        public override Expression Expression => Expression.Property(Expression.Constant(this), nameof(Value));

        public override void Set(object? value) => Value = (T)value!;
    }
}
